import { kinds } from '../../query/kinds/table.ts'
import { type AnyKind, ParamValidator } from '../../query/life/query-types.ts'
import { parseQuestion } from '../../query/life/question.ts'
import type { Reader } from '../../query/query-service.ts'
import { queryTypes } from '../../schema/query/query.ts'
import { StubQueryService } from './stub-query-service.ts'

const validator = new ParamValidator(
  Object.fromEntries(
    Object.entries(kinds).map(([type, kind]) => [
      type,
      // Each kind is in the table under its type's name, and takes that type's params.
      { params: queryTypes[type as keyof typeof kinds].params, kind: kind as unknown as AnyKind },
    ]),
  ),
)

/** As StubQueryService, but checks params as the service does. */
export class CheckingQueryService extends StubQueryService {
  override validate(reader: Reader, type: string, params: unknown) {
    parseQuestion(validator, type, params)
    return super.validate(reader, type, params)
  }

  override async create(reader: Reader, type: string, params: unknown) {
    parseQuestion(validator, type, params)
    return super.create(reader, type, params)
  }
}
