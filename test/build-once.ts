import { build } from "../scripts/build.mjs";

/** Before the first test of a run: tests of the built command and of the package see the sources as they are. */
export default async function buildOnce(): Promise<void> {
  await build();
}
