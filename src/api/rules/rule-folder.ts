import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { longestRuleText, parseRuleText, ruleFormat } from '../../ingest/rules/rule-text.ts'

/** A file of the folder: its content, or why it cannot be read. */
export interface FolderFile {
  name: string
  content: unknown
  fault?: string
}

/** Tests lie beside the rules that they are of: see `millrace rules test`. */
const testsName = /\.tests\.[a-z]+$/
const mostFiles = 1_000

/** The files of rules in a folder, by name; none when the folder is not there. Other files are passed over. */
export async function readRuleFolder(folder: string): Promise<FolderFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: FolderFile[] = []
  for (const name of names.sort()) {
    const format = ruleFormat(name)
    if (format === undefined || name.startsWith('.') || testsName.test(name)) continue
    if (files.length === mostFiles) {
      files.push({ name, content: null, fault: `expected at most ${mostFiles} files in the folder` })
      break
    }
    try {
      const file = path.join(folder, name)
      if ((await stat(file)).size > longestRuleText)
        throw new Error(`expected at most ${longestRuleText} bytes`)
      files.push({ name, content: parseRuleText(await readFile(file, 'utf8'), format) })
    } catch (error) {
      files.push({ name, content: null, fault: error instanceof Error ? error.message : String(error) })
    }
  }
  return files
}
