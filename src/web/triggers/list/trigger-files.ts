import type { TriggerImport } from '../../../schema/triggers/trigger.ts'
import { errorText } from '../../api/http/api-error.ts'
import { parseJson } from '../../api/http/request.ts'
import { importTriggers } from '../../api/triggers.ts'
import { fileNameOf } from '../../files/file-name.ts'
import { saveFile } from '../../files/save-file.ts'
import { triggerTexts as texts } from '../../texts/triggers/triggers.ts'

const maxFileBytes = 16_000_000

/** Result of an import of files. */
export interface ImportResult {
  triggers: readonly TriggerImport[]
  /** Files that failed to import, with the reason. */
  failures: readonly string[]
}

/** Saves an exported trigger, or a list of them, as a JSON file. The file name contains the local time. */
export function saveTriggers(exported: unknown, name: string, zone: string): void {
  const text = `${JSON.stringify(exported, null, 2)}\n`
  saveFile(
    new Blob([text], { type: 'application/json' }),
    `${fileNameOf(name, Date.now() / 1000, zone)}.json`,
  )
}

/** Imports files of triggers, JSON or YAML, each file completely or not at all. */
export async function importFiles(files: readonly File[]): Promise<ImportResult> {
  const triggers: TriggerImport[] = []
  const failures: string[] = []
  for (const file of files) {
    try {
      triggers.push(...(await importTriggers(await contentOf(file))))
    } catch (error) {
      failures.push(
        error instanceof UnreadableFileError
          ? error.message
          : texts.importRefused(file.name, errorText(error)),
      )
    }
  }
  return { triggers, failures }
}

/** The file is too large, or not JSON or YAML. The message names the file. */
class UnreadableFileError extends Error {
  override name = 'UnreadableFileError' as const
}

/** The value in a file. Aliases are limited, since a small YAML file could repeat them without end. */
async function contentOf(file: File): Promise<unknown> {
  if (file.size > maxFileBytes)
    throw new UnreadableFileError(texts.importTooLarge(file.name, maxFileBytes / 1_000_000))
  const text = await file.text()
  const json = parseJson(text)
  if (json !== undefined) return json
  const { parse } = await import('yaml')
  try {
    return parse(text, { maxAliasCount: 100 })
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new UnreadableFileError(texts.importSyntax(file.name, detail), { cause: error })
  }
}
