/**
 * The version of the format of recordings. Another number means that a reader of this one cannot know what the lines say. It stands
 * apart from the schema, which whoever writes a recording does not need.
 */
export const HISTORY_SCHEMA_VERSION = 1;
