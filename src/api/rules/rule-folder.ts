import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { isLuaName } from '../../ingest/rules/lua.ts'
import { type ReadRules, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { maxRuleTextLength, ruleFormat } from '../../ingest/rules/rule-text.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import { thrownText } from '../../schema/thrown-text.ts'

/** A file of the folder: its content (null if it is unreadable) and its faults. */
export type FolderFile = { name: string; content: unknown; text?: string } & ReadRules

/** Test files are next to the rules that they test: see `millrace rules test`. */
const testFileName = /\.tests\.[a-z]+$/
const maxFiles = 1_000

/** Reads the rule files in a folder, sorted by name; none if the folder does not exist. Skips other files. */
export async function readRuleFolder(folder: string): Promise<FolderFile[]> {
  const names = await readdir(folder).catch(error => {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  })
  const files: FolderFile[] = []
  for (const name of names.sort()) {
    const format = isLuaName(name) ? 'yaml' : ruleFormat(name)
    if (format === undefined || name.startsWith('.') || testFileName.test(name)) continue
    if (files.length === maxFiles) {
      files.push(unreadable(name, `expected at most ${maxFiles} files in the folder`))
      break
    }
    try {
      const file = path.join(folder, name)
      if ((await stat(file)).size > maxRuleTextLength)
        throw new Error(`expected at most ${maxRuleTextLength} bytes`)
      const text = await readFile(file, 'utf8')
      files.push({ name, text, ...readRuleFileText(name, text, format) })
    } catch (error) {
      files.push(unreadable(name, thrownText(error)))
    }
  }
  return files
}

function unreadable(name: string, message: string): FolderFile {
  return { name, content: null, faults: [{ rule: 0, member: '', message }] }
}
