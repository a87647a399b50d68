import { isDeepStrictEqual } from 'node:util'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import type { StoredRuleFile } from '../../metadata/rules/rule-files.ts'
import { entryOf, type RuleFileEntry, sortByName } from './rule-file-entry.ts'

/**
 * The files of the folder, and the files in `stored` that they do not hide. Unchanged files keep their
 * object.
 */
export function withStored(
  before: readonly RuleFileEntry[],
  stored: readonly StoredRuleFile[],
): RuleFileEntry[] {
  const enabled = new Map(stored.map(({ name, isEnabled }) => [name, isEnabled]))
  const inFolder = before
    .filter(({ source }) => source === 'folder')
    .map(entry => withEnabled(entry, enabled.get(entry.name) ?? true))
  const folderNames = new Set(inFolder.map(({ name }) => name))
  const known = new Map(before.map(entry => [entry.name, entry]))
  const fromApi = stored
    .filter(({ name, content }) => content !== null && !folderNames.has(name))
    .map(({ name, content, isEnabled, text }) => {
      const entry = known.get(name)
      return entry !== undefined && entry.text === text && isDeepStrictEqual(entry.content, content)
        ? withEnabled(entry, isEnabled)
        : entryOf({ name, source: 'api', isEnabled }, { content, text, ...readRuleFile(name, content) })
    })
  return sortByName([...inFolder, ...fromApi])
}

function withEnabled(entry: RuleFileEntry, isEnabled: boolean): RuleFileEntry {
  return entry.isEnabled === isEnabled ? entry : { ...entry, isEnabled }
}
