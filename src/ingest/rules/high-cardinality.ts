import type { RuleFile } from '../../schema/intake/rule.ts'
import { keptHighCardinality } from '../fields/kept-members.ts'
import { highCardinalityNames } from '../fields/programs/patterns/field-names.ts'

const prefix = 'ut_'

/**
 * Names of tags with too many values for rollups: `hc_tags` of the rule files. If ingest makes tags of fields
 * in messages (`hasFields`), also the names of such fields that usually have many values.
 */
export function highCardinalityTags(files: readonly RuleFile[], hasFields: boolean): ReadonlySet<string> {
  const tags = new Set(
    hasFields ? [...highCardinalityFields, ...keptHighCardinality, ...highCardinalityNames] : [],
  )
  for (const { hcTags } of files) {
    for (const tag of hcTags) {
      tags.add(tag)
      // A tag may be named with the prefix of conditions.
      if (tag.startsWith(prefix)) tags.add(tag.slice(prefix.length))
    }
  }
  return tags
}

/**
 * Tags of automatic fields whose values differ in nearly every event: times, ids, texts, URLs, ephemeral
 * ports. Collected from the formats' dictionaries, and from lines of firewalls and log libraries.
 */
const highCardinalityFields: readonly string[] = [
  // CEF
  'rt start end art mrt msg request requestContext requestCookies externalId eventId spt sourceTranslatedPort in out',
  'fileHash oldFileHash fileId filePath fname fsize spid dpid',
  // LEEF
  'devTime srcPort srcBytes dstBytes totalBytes srcPackets dstPackets url',
  // key=value and JSON
  'time date eventtime timestamp ts @timestamp message sessionid session_id srcport sentbyte rcvdbyte sentpkt rcvdpkt',
  'duration dur SPT ID SEQ pid ses serial trace_id traceId span_id spanId request_id requestId uuid stack stacktrace',
  'caller',
].flatMap(names => names.split(' '))
