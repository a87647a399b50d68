/**
 * Preloaded into the product (`--import`): its clock is late by the seconds that the file BENCH_CLOCK
 * contains at its start.
 */
import { readFileSync } from 'node:fs'

const behindMs = Number(readFileSync(process.env.BENCH_CLOCK ?? '', 'utf8')) * 1_000
const { now } = Date
Date.now = () => now() - behindMs
