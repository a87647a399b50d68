/**
 * Tags of automatic fields whose values differ in nearly every event, by the dictionaries of the formats and
 * by what firewalls and log libraries write: times, ids, texts, URLs, ephemeral ports.
 */
export const highCardinalityFields: readonly string[] = [
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
