import { zoneNamed, zoneOf } from '../../time/zone.ts'

/** The offset of a zone at a moment: UTC, UTC+2, UTC−3:30. */
export function offsetText(zone: string, now: number): string {
  const seconds = zoneOf(zone).offset(now)
  if (seconds === 0) return 'UTC'
  const minutes = Math.round(Math.abs(seconds) / 60)
  const sign = seconds < 0 ? '−' : '+'
  const hours = Math.floor(minutes / 60)
  const minutePart = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${sign}${hours}${minutePart}`
}

/** A short name of a zone: UTC, Berlin, New York. */
export function shortZoneText(zone: string): string {
  const name = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return name === '' ? zone : name
}

/** A zone with its offset: Europe/Berlin (UTC+1). */
export function zoneText(zone: string, now: number): string {
  const offset = offsetText(zone, now)
  return offset === zone ? zone : `${zone} (${offset})`
}

/** Current names for zones of which browsers list only the old name: Asia/Calcutta, Europe/Kiev. */
const renamed = [
  'Africa/Asmara',
  'America/Atikokan',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

/** IANA names of all zones that this browser knows, by name. */
export function allZones(): string[] {
  const known = renamed.filter(name => zoneNamed(name) !== undefined)
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...known])].sort()
}

/** Zones whose name contains all words of a text, in any order. */
export function findZones(zones: readonly string[], text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(word => word !== '')
  return zones.filter(zone => {
    const name = zone.toLowerCase().replaceAll('_', ' ')
    return words.every(word => name.includes(word))
  })
}
