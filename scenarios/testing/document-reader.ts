import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from './programs.ts'

/** Raw cells in UTF-8, each sheet in its own file. */
const rawCells = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1'

/** Reads the documents of a folder with LibreOffice and poppler, as text by file name. */
export class DocumentReader {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Sheets of workbooks and csv files as LibreOffice reads them. */
  async sheets(extension: 'xlsx' | 'csv'): Promise<Map<string, string>> {
    const into = path.join(this.#folder, `${extension}-sheets`)
    // A csv does not state its encoding.
    await this.#convert(extension, rawCells, into, extension === 'csv' ? ['--infilter=CSV:44,34,76,1'] : [])
    return textsIn(into, name => name.replace(/(-[^-]*)?\.csv$/, ''))
  }

  /** The words of Word documents, as LibreOffice lays them out. */
  async words(): Promise<Map<string, string>> {
    const into = path.join(this.#folder, 'docx-words')
    await this.#convert('docx', 'txt:Text (encoded):UTF8', into)
    return textsIn(into, name => name.replace(/\.txt$/, ''))
  }

  /** The words of pdf files, and a picture of their first page. */
  async pages(): Promise<Map<string, { text: string; picture: number }>> {
    const pages = new Map<string, { text: string; picture: number }>()
    for (const file of this.#files('pdf')) {
      const name = file.replace(/\.pdf$/, '')
      const [source, text, picture] = ['.pdf', '.pdf.txt', '-page'].map(end =>
        path.join(this.#folder, name + end),
      ) as [string, string, string]
      await run('pdftotext', ['-layout', '-enc', 'UTF-8', source, text])
      await run('pdftoppm', ['-png', '-r', '50', '-singlefile', source, picture])
      pages.set(name, { text: readFileSync(text, 'utf8'), picture: readFileSync(`${picture}.png`).length })
    }
    return pages
  }

  #files(extension: string): string[] {
    return readdirSync(this.#folder).filter(name => name.endsWith(`.${extension}`))
  }

  async #convert(extension: string, to: string, into: string, more: string[] = []): Promise<void> {
    const files = this.#files(extension).map(name => path.join(this.#folder, name))
    // Own profile: a running LibreOffice would take over the work and return at once.
    const profile = `-env:UserInstallation=file://${path.join(this.#folder, 'profile')}`
    await run('soffice', [profile, '--headless', ...more, '--convert-to', to, '--outdir', into, ...files])
  }
}

/** Files with the same name are joined to one text. */
function textsIn(folder: string, nameOf: (file: string) => string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const file of readdirSync(folder).sort()) {
    const name = nameOf(file)
    texts.set(name, `${texts.get(name) ?? ''}${readFileSync(path.join(folder, file), 'utf8')}\n`)
  }
  return texts
}

/** Every number in a text; grouped digits count as one number. */
export function numbersIn(text: string): Set<number> {
  const numbers = text.match(/-?\d+(,\d{3})*(\.\d+)?(e[+-]?\d+)?/gi) ?? []
  return new Set(numbers.map(number => Number(number.replaceAll(',', ''))))
}
