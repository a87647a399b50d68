import { Type } from 'typebox'
import { triggerFaults } from '../../alerts/triggers/check-trigger.ts'
import { notesOf, type ReadTrigger, readTrigger } from '../../alerts/triggers/import-file.ts'
import { faultOf, type TriggerFault } from '../../alerts/triggers/trigger-fault.ts'
import { isTooDeep } from '../../metadata/dashboards/config.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import type { ImportedTrigger } from '../../metadata/triggers/triggers.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/json-object.ts'
import { maxImportedTriggers, TriggerDraft, TriggerImport } from '../../schema/trigger.ts'
import type { App } from '../app.ts'
import { refTo } from '../http/schemas.ts'
import { viewerOf } from './author.ts'
import type { TriggerDeps } from './deps.ts'

/** Bytes of a file: its filters may list thousands of values. */
const maxBodyBytes = 16 * 1024 ** 2

const one = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A trigger as it is exported; members that are not known are kept',
})
const many = Type.Array(one, { maxItems: maxImportedTriggers })

/** POST /api/triggers/import: one trigger or a list of them, all or none. */
export function importRoute(app: App, { triggers, scripts }: TriggerDeps): void {
  app.addSchema(TriggerImport)
  const check = draftChecker(app)
  app.post(
    '/api/triggers/import',
    {
      config: { access: 'triggers', bodyLimit: maxBodyBytes },
      validatorCompiler: fileCompiler(app),
      schema: {
        summary: 'Import triggers from a file, all or none',
        description:
          'One trigger or a list, also as other installations export them. The first one of the list comes to the top. One whose name and filter a trigger of the caller has already is skipped.',
        faults: ['conflict', 'query_syntax'],
        body: Type.Union([one, many]),
        response: {
          201: Type.Array(refTo(TriggerImport), {
            description: 'One for each trigger of the file, in its order',
          }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const given = Array.isArray(body) ? body : [body]
      const placeOf = (index: number) => (Array.isArray(body) ? `[${index}].` : '')
      const read = given.map(readTrigger)
      const drafts = check(read, placeOf)
      const found = await Promise.all(drafts.map(draft => triggerFaults(fullContent(draft), scripts)))
      const faults = found.flatMap((own, index) => refusing(own).map(fault => within(placeOf(index), fault)))
      if (faults.length > 0) throw faultOf(faults)
      const imported = await triggers.import(
        viewerOf(request),
        read.map(({ stored }) => stored),
      )
      reply.code(201)
      return imported.map((result, index) => {
        const notes = [...(read[index]?.notes ?? []), ...notesOf(found[index] ?? [])]
        return outcome(drafts[index]?.name ?? '', result, notes)
      })
    },
  )
}

function refusing(faults: readonly TriggerFault[]): TriggerFault[] {
  return faults.filter(({ isAction }) => isAction !== true)
}

function within(place: string, fault: TriggerFault): TriggerFault {
  return { ...fault, path: `${place}${fault.path}` }
}

function outcome(name: string, { id, isNew, sameName }: ImportedTrigger, notes: string[]): TriggerImport {
  if (!isNew) return { name, result: 'duplicate', trigger_id: id, notes: [] }
  const other = sameName === undefined ? [] : [`Trigger ${sameName} has the same name and another filter.`]
  return { name, result: 'imported', trigger_id: id, notes: [...notes, ...other] }
}

type Compiler = NonNullable<App['validatorCompiler']>

/** Validates a file as one trigger or as a list, so that faults do not speak of alternatives. */
function fileCompiler(app: App): Compiler {
  const compile = compilerOf(app)
  return part => {
    if (part.httpPart !== 'body') return compile(part)
    const checkOne = compile({ ...part, schema: one })
    const checkMany = compile({ ...part, schema: many })
    return (data: unknown) => (Array.isArray(data) ? checkMany(data) : checkOne(data))
  }
}

/** Validates the known members of each trigger of a file. Throws a 400 with the places of all faults. */
function draftChecker(
  app: App,
): (read: readonly ReadTrigger[], placeOf: (index: number) => string) => TriggerDraft[] {
  let check: ReturnType<Compiler> | undefined
  return (read, placeOf) => {
    // Compiled at the first use: schemas refer to each other, and all are registered once all routes are.
    check ??= compilerOf(app)({ schema: refTo(TriggerDraft), method: 'POST', url: '', httpPart: 'body' })
    const fields: Record<string, string[]> = {}
    const drafts: TriggerDraft[] = []
    for (const [index, { draft, stored }] of read.entries()) {
      if (isTooDeep(stored))
        fields[`${placeOf(index)}non_field_errors`] = ['Its members are nested too deeply.']
      const result: unknown = check(draft)
      // Validated by the schema of TriggerDraft.
      if (isObject(result) && 'value' in result) drafts.push(result.value as TriggerDraft)
      else if (isObject(result) && result.error instanceof Fault)
        for (const [path, messages] of Object.entries(result.error.fields ?? {}))
          fields[`${placeOf(index)}${path}`] = messages
    }
    if (Object.keys(fields).length > 0) throw new Fault('validation', { fields })
    return drafts
  }
}

function compilerOf(app: App): Compiler {
  const compile = app.validatorCompiler
  if (compile === undefined) throw new Error('validation is installed before the routes')
  return compile
}
