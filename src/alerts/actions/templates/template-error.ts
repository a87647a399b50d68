/** Why a template cannot be saved or filled in: a sentence for the person who wrote it. */
export class TemplateError extends Error {
  override name = 'TemplateError' as const
}
