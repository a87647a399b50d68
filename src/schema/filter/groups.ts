/** Maximum groups within each other. */
export const maxGroupDepth = 10

/** Whether a part of a filter is a group of conditions. */
export function isGroup<Part extends object>(part: Part): part is Exclude<Part, { field: unknown }> {
  return !('field' in part)
}
