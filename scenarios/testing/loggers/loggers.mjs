// Logs COUNT numbered messages with a Node logger: `loggers.mjs LOGGER WORD COUNT HOST PORT FOLDER`; the
// folder has the loggers.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

const [loggerName, word, count, host, port, folder] = process.argv.slice(2)
const require = createRequire(`${folder}/`)
const socket = connect(Number(port), host)
await once(socket, 'connect')

const names = ['debug', 'info', 'warn', 'error', 'fatal']

const loggers = {
  pino() {
    const pino = require('pino')
    const logger = pino({ name: 'shop', level: 'debug', base: { hostname: 'web-1' } }, socket)
    return (level, message, err) => logger[names[level]](err ? { err } : {}, message)
  },
  bunyan() {
    const bunyan = require('bunyan')
    const logger = bunyan.createLogger({
      name: 'shop',
      hostname: 'web-1',
      level: 'debug',
      serializers: bunyan.stdSerializers,
      streams: [{ stream: socket, level: 'debug' }],
    })
    return (level, message, err) => logger[names[level]](err ? { err } : {}, message)
  },
  winston() {
    const winston = require('winston')
    const { combine, errors, json, timestamp } = winston.format
    const logger = winston.createLogger({
      levels: winston.config.syslog.levels,
      level: 'debug',
      defaultMeta: { service: 'shop', host: 'web-1' },
      format: combine(errors({ stack: true }), timestamp(), json()),
      transports: [new winston.transports.Stream({ stream: socket })],
    })
    const levels = ['debug', 'info', 'warning', 'error', 'crit']
    return (level, message, err) =>
      logger.log({ level: levels[level], message, ...(err && { stack: err.stack }) })
  },
}
const write = loggers[loggerName]?.()
if (write === undefined) throw new Error(`no logger ${loggerName}`)
for (let number = 0; number < Number(count); number++) {
  if (number % 100 === 50) write(3, `${word} number ${number} failed`, new Error(`boom of ${number}`))
  else write(number % 5, `${word} number ${number}`)
  // Lets the socket send written data, as in a service that does other work too.
  if (number % 100 === 0) await setImmediate()
}
socket.end()
await once(socket, 'close')
