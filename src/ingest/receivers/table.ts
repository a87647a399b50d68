import type { Protocol } from '../body/submission.ts'
import { elasticsearch } from './elasticsearch.ts'
import { gelf } from './gelf.ts'
import { loki } from './loki.ts'
import { otlp } from './otlp.ts'
import type { Receiver } from './receiver.ts'
import { splunk } from './splunk.ts'

/** All protocols of log shippers that Millrace answers over HTTP. */
export const receivers: Readonly<Record<Protocol, Receiver>> = { elasticsearch, loki, otlp, splunk, gelf }
