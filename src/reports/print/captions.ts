import { momentText } from '../../charts/time-text.ts'
import { zoneOf } from '../../time/zone.ts'
import type { ReportDocument, Section } from '../document/document.ts'
import { clean } from './cell-text.ts'

/** Title, range and origin of a document, as texts. */
export interface DocumentHead {
  title: string
  /** The range that more than half of the sections with a range share; '' when there is none. */
  range: string
  generated: string
  host: string
}

export function documentHeadOf(document: ReportDocument): DocumentHead {
  return {
    title: clean(document.title),
    range: commonRange(document),
    generated: `Generated ${momentText(document.generatedAt, document.timezone)} (${zoneText(document.timezone, document.generatedAt)})`,
    host: clean(document.host),
  }
}

/** As `DocumentHead.range`. Sections whose type counts whole hours have other ranges. */
function commonRange({ sections, timezone }: ReportDocument): string {
  const counts = new Map<string, number>()
  let all = 0
  for (const section of sections) {
    const range = rangeText(section, timezone)
    if (range === '') continue
    counts.set(range, (counts.get(range) ?? 0) + 1)
    all++
  }
  for (const [range, count] of counts) if (count * 2 > all) return range
  return ''
}

/** The range of a section; '' if it equals the document's range. */
export function ownRange(section: Section, head: DocumentHead, zone: string): string {
  const range = rangeText(section, zone)
  return range === head.range ? '' : range
}

/** 2026-11-03 14:00:00 to 2026-11-04 14:00:00 (Europe/Berlin, UTC+01:00); '' without a range. */
export function rangeText({ range }: Section, zone: string): string {
  if (!range) return ''
  return `${momentText(range.from, zone)} to ${momentText(range.to, zone)} (${zoneText(zone, range.to)})`
}

/** Name and offset of a zone at a moment: Europe/Berlin, UTC+01:00. */
function zoneText(zone: string, at: number): string {
  if (zone === 'UTC') return zone
  const minutes = Math.round(zoneOf(zone).offset(at) / 60)
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const distance = Math.abs(minutes)
  return `${zone}, UTC${minutes < 0 ? '−' : '+'}${twoDigits(distance / 60)}:${twoDigits(distance % 60)}`
}

/** Why there is no answer; undefined if there is an answer. */
export function failureText(section: Section): string | undefined {
  if (!section.failure) return undefined
  return `There is no result: ${clean(section.failure.detail)} (${clean(section.failure.code)})`
}

/** The lines under the title of a section: range, filter and caveats, without empty ones. */
export function sectionLines(range: string, section: Section): string[] {
  const filter = section.filter === '' ? '' : `Where ${clean(section.filter)}`
  return [range, filter, clean(section.caveats.join(' '))].filter(line => line !== '')
}

/** The lines under the title of a dashboard. */
export function dashboardLines({ sections }: ReportDocument, { range }: DocumentHead): string[] {
  const size = `Dashboard with ${sections.length} ${sections.length === 1 ? 'widget' : 'widgets'}`
  return range === '' ? [size] : [range, size]
}
