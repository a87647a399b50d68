import { Type } from 'typebox'
import type { ActionMeans } from '../../alerts/triggers/action-faults.ts'
import { triggerFaults } from '../../alerts/triggers/check-trigger.ts'
import { faultOf, type TriggerFault } from '../../alerts/triggers/trigger-fault.ts'
import { isTooDeep } from '../../metadata/dashboards/config.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import type { ImportedTrigger } from '../../metadata/triggers/triggers.ts'
import { scriptName } from '../../schema/triggers/script-name.ts'
import {
  maxImportedTriggers,
  Trigger,
  TriggerDraft,
  TriggerExport,
  TriggerImport,
} from '../../schema/triggers/trigger.ts'
import { snmpSecrets } from '../../schema/triggers/trigger-parts.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { oneOrMany } from '../http/validation/one-or-many.ts'
import { triggerViewer } from './author.ts'
import type { TriggerDeps } from './deps.ts'

/** Maximum bytes of a file: its filters may list thousands of values. */
const maxBodyBytes = 16 * 1024 ** 2

const SingleTrigger = refTo(TriggerExport)
const TriggerArray = Type.Array(SingleTrigger, { maxItems: maxImportedTriggers })

/** POST /api/triggers/import: one trigger or a list of them, all or none. */
export function importRoute(app: App, { triggers, applyTriggers, visibility, ...means }: TriggerDeps): void {
  const viewerOf = triggerViewer(visibility)
  app.addSchema(TriggerImport)
  app.post(
    '/api/triggers/import',
    {
      config: { access: 'triggers', bodyLimit: maxBodyBytes },
      validatorCompiler: oneOrMany(app, SingleTrigger, TriggerArray),
      schema: {
        summary: 'Import the triggers of a file: all or none',
        description:
          'One trigger or a list, also as exported by other installations. The first trigger of the list gets the top position. Triggers with the name and filter of an existing trigger of the caller are skipped.',
        faults: ['conflict', 'query_syntax'],
        needsBody: true,
        body: Type.Union([SingleTrigger, TriggerArray]),
        response: {
          201: Type.Array(refTo(TriggerImport), {
            description: 'One entry for each trigger of the file, in the same order',
          }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const given = Array.isArray(body) ? body : [body]
      const prefixOf = (index: number) => (Array.isArray(body) ? `[${index}].` : '')
      const read = given.map(readTrigger)
      const faultLists = await Promise.all(read.map(({ stored }) => faultsOf(stored, means)))
      const refusals = faultLists.flatMap((faults, index) =>
        refusalsOf(faults).map(fault => ({ ...fault, path: `${prefixOf(index)}${fault.path}` })),
      )
      if (refusals.length > 0) throw faultOf(refusals)
      const imported = await triggers.import(
        viewerOf(request),
        read.map(({ stored }) => stored),
      )
      await applyTriggers?.()
      reply.code(201)
      return imported.map((result, index) => {
        const notes = [...(read[index]?.notes ?? []), ...notesOf(faultLists[index] ?? [])]
        return outcome(given[index]?.name ?? '', result, notes)
      })
    },
  )
}

async function faultsOf(stored: TriggerExport, means: ActionMeans): Promise<TriggerFault[]> {
  if (!isTooDeep(stored)) return triggerFaults(fullContent(stored), means)
  return [{ path: 'non_field_errors', message: 'Its members are nested too deeply.', of: [] }]
}

/** The faults that refuse the import. Others prevent only an action. */
function refusalsOf(faults: readonly TriggerFault[]): TriggerFault[] {
  return faults.filter(({ isAction }) => isAction !== true)
}

function outcome(name: string, { id, isNew, sameName }: ImportedTrigger, notes: string[]): TriggerImport {
  if (!isNew) return { name, result: 'duplicate', trigger_id: id, notes: [] }
  const other = sameName === undefined ? [] : [`Trigger ${sameName} has the same name and another filter.`]
  return { name, result: 'imported', trigger_id: id, notes: [...notes, ...other] }
}

const settableMembers: ReadonlySet<string> = new Set(Object.keys(TriggerDraft.properties))
/** Members that the interface shows, including each member that a client sets. */
const shownMembers: ReadonlySet<string> = new Set(Object.keys(Trigger.properties))

/** A trigger from a file: what is stored, and notes about what does not work as in the file. */
interface ReadTrigger {
  stored: TriggerExport
  notes: string[]
}

/**
 * Reads one object of a trigger file. Drops members that the interface only shows (id, owner, counts). Keeps
 * unknown members for the next export, with a note that they have no effect.
 */
function readTrigger(given: TriggerExport): ReadTrigger {
  const members = Object.entries(given)
  const unknown = members.filter(([name]) => !settableMembers.has(name) && !shownMembers.has(name))
  const notes: string[] = []
  if (unknown.length > 0) {
    const names = unknown.map(([name]) => name.slice(0, 100)).slice(0, 20)
    notes.push(`Not known here, kept without effect: ${names.join(', ')}.`)
  }
  const { script_path: path = '', snmp } = given
  if (path.includes('/') && scriptName(path) !== '')
    notes.push(`The script ${path} is ${scriptName(path)} in the folder of scripts here.`)
  if (snmp && !snmpSecrets.some(name => snmp[name] !== undefined))
    notes.push('Exports have no community and no passwords of SNMP: give them again.')
  const stored = members.filter(([name]) => settableMembers.has(name) || !shownMembers.has(name))
  // `name` and `filter` are settable.
  return { stored: Object.fromEntries(stored) as TriggerExport, notes }
}

/** One note per fault that only prevents an action. */
function notesOf(faults: readonly TriggerFault[]): string[] {
  return faults.filter(({ isAction }) => isAction === true).map(({ path, message }) => `${path}: ${message}`)
}
