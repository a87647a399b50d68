/** An error that the model is told, so that it can call the tool in another way. */
export class ToolError extends Error {
  override name = 'ToolError' as const
}
