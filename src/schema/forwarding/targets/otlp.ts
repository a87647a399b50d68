import { type Static, Type } from 'typebox'
import { httpMembers, httpUrl } from './members.ts'

/** An OpenTelemetry collector, or another server that takes logs by OTLP over HTTP. */
export const OtlpTarget = Type.Object(
  { url: httpUrl, ...httpMembers },
  { $id: 'OtlpTarget', description: 'Takes logs by OTLP over HTTP', additionalProperties: false },
)
export type OtlpTarget = Static<typeof OtlpTarget>
