import type { ForwarderDraft } from '../../schema/forwarding/forwarder.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { isObject, type JsonObject } from '../../schema/text/json-object.ts'
import { filterOfConditions, type Unsupported } from './filter-of-conditions.ts'
import { readTarget } from './read-target.ts'

/** A forwarder of a configuration. */
interface ConfiguredForwarder {
  /** Its path in the configuration: `forwarders[0]`. */
  place: string
  draft: ForwarderDraft
  /** Settings that are ignored. */
  ignored: Unsupported[]
}

/** What a configuration contains. */
export interface Configuration {
  forwarders: ConfiguredForwarder[]
  /** Entries for which there is no forwarder. An entry is there with all reasons. */
  unsupported: Unsupported[]
  /** Members beside the list of forwarders that are ignored. */
  ignored: Unsupported[]
}

const sharedMembers = ['match', 'window_size', 'fast_forward_first', 'forwarders']
const entryMembers = ['type', 'name', 'target', 'match', 'rules', 'comment']

/**
 * Reads a configuration of forwarders (docs/cli.md) as parsed from YAML or JSON. Its format is not ours: the
 * product whose HTTP interface Millrace implements has it. An event must meet the conditions at the top and
 * the conditions of an entry. Throws an Error for other content.
 */
export function readConfiguration(content: unknown): Configuration {
  if (!isObject(content) || !Array.isArray(content.forwarders))
    throw new Error('Expected an object with the list forwarders.')
  const shared = readShared(content)
  const unsupported: Unsupported[] = [...shared.unsupported]
  const forwarders: ConfiguredForwarder[] = []
  const fileNames = new Set<string>()
  for (const [i, entry] of content.forwarders.entries()) {
    const place = `forwarders[${i}]`
    const read = readEntry(entry, place, shared)
    const fileName = 'draft' in read ? read.draft.file?.name : undefined
    if ('unsupported' in read) unsupported.push(...read.unsupported)
    else if (fileName !== undefined && fileNames.has(fileName)) {
      const message = `another entry already writes the file ${fileName}`
      unsupported.push({ place: `${place}.target`, message })
    } else if (shared.unsupported.length === 0) {
      if (fileName !== undefined) fileNames.add(fileName)
      forwarders.push({ place, ...read })
    }
  }
  return { forwarders, unsupported, ignored: shared.ignored }
}

/**
 * The members beside the list of forwarders, which apply to all entries. `unsupported`: no entry is created.
 */
interface Shared {
  draft: Pick<ForwarderDraft, 'filter' | 'window_size' | 'fast_forward_first'>
  unsupported: Unsupported[]
  ignored: Unsupported[]
}

function readShared(content: JsonObject): Shared {
  const { window_size, fast_forward_first } = content
  const match = filterOfConditions(content.match, 'match')
  const unsupported = 'unsupported' in match ? [...match.unsupported] : []
  if (window_size !== undefined && typeof window_size !== 'number')
    unsupported.push({ place: 'window_size', message: 'expected a number of seconds' })
  if (fast_forward_first !== undefined && typeof fast_forward_first !== 'boolean')
    unsupported.push({ place: 'fast_forward_first', message: 'expected true or false' })
  return {
    draft: {
      filter: 'filter' in match ? match.filter : [],
      ...(typeof window_size === 'number' && { window_size }),
      ...(typeof fast_forward_first === 'boolean' && { fast_forward_first }),
    },
    unsupported,
    ignored: unknownMembers(content, '', sharedMembers),
  }
}

function readEntry(
  entry: unknown,
  place: string,
  shared: Shared,
): Omit<ConfiguredForwarder, 'place'> | { unsupported: Unsupported[] } {
  if (!isObject(entry))
    return { unsupported: [{ place, message: 'expected an object with type and target' }] }
  const { name, rules = [] } = entry
  const target = readTarget(entry, place)
  const match = filterOfConditions(entry.match, `${place}.match`)
  const areRules = Array.isArray(rules) && rules.every(isObject)
  if ('unsupported' in target || 'unsupported' in match || !areRules)
    return {
      unsupported: [
        ...('unsupported' in target ? target.unsupported : []),
        ...('unsupported' in match ? match.unsupported : []),
        ...(areRules ? [] : [{ place: `${place}.rules`, message: 'expected a list of rules' }]),
      ],
    }
  const { draft, title, known, ignored } = target
  return {
    draft: {
      name: typeof name === 'string' && name !== '' ? name : title.slice(0, maxNameLength),
      ...shared.draft,
      filter: [...(shared.draft.filter ?? []), ...match.filter],
      ...(rules.length > 0 && { rules }),
      ...draft,
    },
    ignored: [...ignored, ...unknownMembers(entry, place, [...entryMembers, ...known])],
  }
}

function unknownMembers(value: JsonObject, place: string, known: readonly string[]): Unsupported[] {
  return Object.keys(value)
    .filter(member => !known.includes(member))
    .map(member => ({
      place: place === '' ? member : `${place}.${member}`,
      message: 'is not supported, and ignored',
    }))
}
