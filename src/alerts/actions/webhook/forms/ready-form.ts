import type { JsonObject } from '../../../../schema/json-object.ts'
import type { ActionContext } from '../../action.ts'

/** The body that a well-known receiver takes. */
export interface ReadyForm {
  /** `publicUrl`: URL of this service, if it is configured. */
  make(context: ActionContext, publicUrl: string | undefined): JsonObject
  /** Checks the members that the operator adds. Throws a TemplateError for what the receiver needs and does not get. */
  check?(added: JsonObject): void
}
