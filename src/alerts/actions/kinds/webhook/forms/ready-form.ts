import type { JsonObject } from '../../../../../schema/text/json-object.ts'
import type { ActionContext } from '../../action.ts'

/** The request body for a well-known receiver. */
export interface ReadyForm {
  /** `publicUrl`: URL of this service, if it is configured. */
  buildPayload(context: ActionContext, publicUrl: string | undefined): JsonObject
  /**
   * Checks the members that the operator adds. Throws a TemplateError if the receiver needs a member that is
   * missing.
   */
  check?(added: JsonObject): void
}
