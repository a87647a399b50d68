import { isObject } from '../../schema/json-object.ts'
import { scriptName } from '../../schema/script-name.ts'
import { Trigger, TriggerDraft, type TriggerExport } from '../../schema/trigger.ts'
import { snmpSecrets } from '../../schema/trigger-parts.ts'
import type { TriggerFault } from './trigger-fault.ts'

const settable: ReadonlySet<string> = new Set(Object.keys(TriggerDraft.properties))
const shown: ReadonlySet<string> = new Set(Object.keys(Trigger.properties))

/** Members that older and newer files call otherwise, or that say what an installation of its own knows. */
export interface ReadTrigger {
  /** Known members, to be checked as those of a TriggerDraft. */
  draft: Record<string, unknown>
  /** What is stored when `draft` is valid: also members that only a file has. */
  stored: TriggerExport
  notes: string[]
}

/**
 * Reads one object of a file of triggers. Members that the interface only shows (id, owner, counts) are left out; those that are not
 * known are kept for the next export, and a note says that they do nothing.
 */
export function readTrigger(given: Record<string, unknown>): ReadTrigger {
  const members = Object.entries(given)
  const known = members.filter(([name]) => settable.has(name))
  const unknown = members.filter(([name]) => !settable.has(name) && !shown.has(name))
  const notes: string[] = []
  if (unknown.length > 0) {
    const names = unknown.map(([name]) => name.slice(0, 100)).slice(0, 20)
    notes.push(`Not known here, kept without effect: ${names.join(', ')}.`)
  }
  const { script_path: path } = given
  if (typeof path === 'string' && path.includes('/') && scriptName(path) !== '')
    notes.push(`The script ${path} is ${scriptName(path)} in the folder of scripts here.`)
  if (
    isObject(given.snmp) &&
    !snmpSecrets.some(name => isObject(given.snmp) && given.snmp[name] !== undefined)
  )
    notes.push('Exports have no community and no passwords of SNMP: give them again.')
  const kept = [...known, ...unknown]
  // In the order of the file.
  const stored = Object.fromEntries(members.filter(([name]) => kept.some(([other]) => other === name)))
  // The caller stores it once `draft` is valid.
  return { draft: Object.fromEntries(known), stored: stored as TriggerExport, notes }
}

/** A note for each fault that only keeps an action from working. */
export function notesOf(faults: readonly TriggerFault[]): string[] {
  return faults.filter(({ isAction }) => isAction === true).map(({ path, message }) => `${path}: ${message}`)
}
