import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'

/** Header of an answer that may lack events of these days. */
const missingDaysHeader = 'X-Missing-Days'
/** Maximum days in the header; further ones are only counted. */
const maxDays = 31

/**
 * Makes answers of routes that read events name the days, such as 2024-10-04 (UTC), of which the store cannot
 * read parts, no matter which days the request asks for.
 */
export function nameMissingDays(app: App, missingDays: (() => readonly string[]) | undefined): void {
  if (missingDays === undefined) return
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.readsEvents !== true) return
    const days = missingDays()
    if (days.length === 0) return
    const more = days.length > maxDays ? [`and ${days.length - maxDays} more`] : []
    reply.header(missingDaysHeader, [...days.slice(0, maxDays), ...more].join(', '))
  })
}
