import { scriptName } from '../../schema/intake/script-name.ts'
import { Trigger, TriggerDraft, type TriggerExport } from '../../schema/triggers/trigger.ts'
import { snmpSecrets } from '../../schema/triggers/trigger-parts.ts'
import type { TriggerFault } from './trigger-fault.ts'

const settable: ReadonlySet<string> = new Set(Object.keys(TriggerDraft.properties))
const shown: ReadonlySet<string> = new Set(Object.keys(Trigger.properties))

/** A trigger from a file: what is stored, and notes about what does not work as in the file. */
export interface ReadTrigger {
  stored: TriggerExport
  notes: string[]
}

/**
 * Reads one object of a trigger file. Drops members that the interface only shows (id, owner, counts). Keeps
 * unknown members for the next export, with a note that they have no effect.
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

/** One note per fault that only prevents an action. */
export function notesOf(faults: readonly TriggerFault[]): string[] {
  return faults.filter(({ isAction }) => isAction === true).map(({ path, message }) => `${path}: ${message}`)
}
