/** Why a template of an action cannot be saved or filled in: a sentence for the author of the trigger. */
export class TemplateError extends Error {
  override name = 'TemplateError' as const
}
