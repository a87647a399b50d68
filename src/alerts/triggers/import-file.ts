import { scriptName } from '../../schema/script-name.ts'
import { Trigger, TriggerDraft, type TriggerExport } from '../../schema/trigger.ts'
import { snmpSecrets } from '../../schema/trigger-parts.ts'
import type { TriggerFault } from './trigger-fault.ts'

const settable: ReadonlySet<string> = new Set(Object.keys(TriggerDraft.properties))
const shown: ReadonlySet<string> = new Set(Object.keys(Trigger.properties))

/** A trigger of a file: what is stored, and what does not work as the file says. */
export interface ReadTrigger {
  stored: TriggerExport
  notes: string[]
}

/**
 * Reads one object of a file of triggers. Members that the interface only shows (id, owner, counts) are left out; those that are not
 * known are kept for the next export, and a note says that they do nothing.
 */
export function readTrigger(given: TriggerExport): ReadTrigger {
  const members = Object.entries(given)
  const unknown = members.filter(([name]) => !settable.has(name) && !shown.has(name))
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
  const stored = members.filter(([name]) => settable.has(name) || !shown.has(name))
  // `name` and `filter` are settable.
  return { stored: Object.fromEntries(stored) as TriggerExport, notes }
}

/** A note for each fault that only keeps an action from working. */
export function notesOf(faults: readonly TriggerFault[]): string[] {
  return faults.filter(({ isAction }) => isAction === true).map(({ path, message }) => `${path}: ${message}`)
}
