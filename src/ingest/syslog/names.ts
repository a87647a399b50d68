import { Interner } from './text.ts'

/** Hosts, programs, process ids and mnemonics: the short texts of headers. */
export const names = new Interner()
