import type { Column, ReportDocument, Section, Table } from '../../document/document.ts'
import { emptySection } from '../../sections/section.ts'

/** 2026-11-04 13:00:00 UTC. */
export const start = Date.UTC(2026, 10, 4, 13) / 1000

export function queryDocument(...tables: Table[]): ReportDocument {
  return documentOf('query', [sectionWith({ tables })])
}

export function documentOf(kind: ReportDocument['kind'], sections: readonly Section[]): ReportDocument {
  return {
    title: 'Failed logins',
    kind,
    sections,
    timezone: 'Europe/Berlin',
    generatedAt: start + 3700.25,
    host: 'logs.example.net',
    maxRows: 1_000_000,
  }
}

export function sectionWith(members: Partial<Section>): Section {
  return {
    ...emptySection,
    title: 'Failed logins',
    type: 'Search',
    range: { from: start, to: start + 3600 },
    filter: 'Message has "failed"',
    ...members,
  }
}

/** A table with one column per kind, named after it. */
export function tableOf(kinds: readonly Column['kind'][], rows: Table['rows'], count: number): Table {
  return { title: 'Events', columns: kinds.map(kind => ({ name: kind, title: kind, kind })), rows, count }
}
