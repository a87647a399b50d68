import type { FilterPart } from '../../schema/filter/condition.ts'
import type { Forwarder, ForwarderDraft } from '../../schema/forwarding/forwarder.ts'
import { kindsOf, type TargetKind, targetKinds } from '../../schema/forwarding/targets.ts'
import { readRules, rulesText } from './rules-text.ts'
import { type Settings, settingsOf, targetMembers } from './target-settings.ts'

/** The values of the form of a forwarder. */
export interface ForwarderForm {
  name: string
  kind: TargetKind
  /** The settings of every kind, so that nothing typed is lost when the user chooses another kind. */
  settings: Readonly<Record<TargetKind, Settings>>
  /** Names of stored secrets to remove. */
  removed: readonly string[]
  filter: readonly FilterPart[]
  /** Seconds. */
  window_size: number | null
  fast_forward_first: boolean
  /** Events per second, as typed; empty: no limit. */
  rate_limit: string
  /** Seconds. */
  max_age: number | null
  /** Megabytes, as typed; empty: no limit. */
  max_waiting_mb: string
  /** YAML. */
  rules: string
}

/** The values of the form for a forwarder, or for a new one. */
export function formOf(forwarder: Forwarder | undefined): ForwarderForm {
  const settings = targetKinds.map(kind => [kind, settingsOf(kind, forwarder?.[kind])])
  return {
    name: forwarder?.name ?? '',
    kind: kindsOf(forwarder ?? {})[0] ?? 'syslog',
    // The cast holds: `settings` has every kind.
    settings: Object.fromEntries(settings) as ForwarderForm['settings'],
    removed: [],
    filter: forwarder?.filter ?? [],
    window_size: forwarder?.window_size ?? 60,
    fast_forward_first: forwarder?.fast_forward_first ?? true,
    rate_limit: String(forwarder?.rate_limit ?? ''),
    max_age: forwarder?.max_age ?? null,
    max_waiting_mb: String(forwarder?.max_waiting_mb ?? ''),
    rules: rulesText(forwarder?.rules ?? []),
  }
}

/** The body that the form sends. Throws an ApiError if the rules cannot be read. */
export function draftOf(form: ForwarderForm): ForwarderDraft {
  const { name, kind, settings, removed, window_size, fast_forward_first, max_age } = form
  const draft = {
    name: name.trim(),
    [kind]: targetMembers(kind, settings[kind], removed),
    filter: [...form.filter],
    window_size: window_size ?? 0,
    fast_forward_first,
    rate_limit: numberOf(form.rate_limit),
    max_age,
    max_waiting_mb: numberOf(form.max_waiting_mb),
    rules: readRules(form.rules),
  }
  // The cast holds for the types of members. The service checks that the destination is complete.
  return draft as ForwarderDraft
}

/** The number in an input; null if it is empty. */
function numberOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}
