/** Error text for the model, which says how to call the tool correctly. */
export class ToolError extends Error {
  override name = 'ToolError' as const
}
