import { noteType } from '../../schema/dashboards/note.ts'
import type { Output } from '../document/job.ts'
import { largestCut, type SectionWriter, type WriteOutcome, type Writer } from '../document/writer.ts'
import { zipInto } from './zip.ts'

/** Maximum characters of a widget's title in its file name. */
const maxNameLength = 80

/**
 * A writer for formats with one section per file: a query is one file, a dashboard a zip of such files, where
 * a note is a Markdown file.
 */
export function filePerSection(extension: string, write: SectionWriter): Writer {
  return async (document, out, signal) => {
    const [only] = document.sections
    if (document.kind === 'query' && only !== undefined) return write(only, document, out, signal)
    const zip = zipInto(out, document.generatedAt)
    const outcomes: WriteOutcome[] = []
    const digits = Math.max(2, String(document.sections.length).length)
    for (const [index, section] of document.sections.entries()) {
      const number = String(index + 1).padStart(digits, '0')
      const { note } = section
      const name = `${number} ${nameOf(section.title || (note === undefined ? '' : noteType))}`
      if (note !== undefined) {
        await zip.add(`${name}.md`, file => file.write(Buffer.from(note, 'utf8')))
        continue
      }
      await zip.add(`${name}.${extension}`, async file => {
        // The compressor still reads the bytes after `write` has resolved.
        const copies: Output = { write: bytes => file.write(bytes.slice()) }
        outcomes.push(await write(section, document, copies, signal))
      })
    }
    await zip.close()
    return largestCut(outcomes)
  }
}

/** A title as a file name for any file system. */
function nameOf(title: string): string {
  const plain = title.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ').replace(/\s+/g, ' ')
  return (
    [...plain.trim()]
      .slice(0, maxNameLength)
      .join('')
      .replace(/[. ]+$/, '') || 'widget'
  )
}
