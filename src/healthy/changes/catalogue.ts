import type { ChangeDeclaration } from "./define-change.ts";
import { promptAdded, promptRemoved, resourceRemoved, resourceSet } from "./offer-changes.ts";
import { toolAdded, toolRedescribed, toolRemoved, toolRenamed, toolSchemaChanged } from "./tool-changes.ts";

/** Every change that rules can arm, beside the faults. */
export const CHANGES: readonly ChangeDeclaration[] = [
  toolAdded,
  toolRemoved,
  toolRenamed,
  toolRedescribed,
  toolSchemaChanged,
  resourceSet,
  resourceRemoved,
  promptAdded,
  promptRemoved,
];
