/**
 * A ClickHouse server for tests, made of the library of chdb, which is clickhouse-local with listeners. It
 * has no password, so it listens on loopback only; it lacks ON CLUSTER and Keeper. Arguments: path of the
 * library, path of the configuration, data folder; for a replica also its HTTP port.
 */
import { DataType, load, open } from 'ffi-rs'
import { listenToReplicas } from './interserver-patch.ts'

const [library = '', config = '', folder = '', replicaPort] = process.argv.slice(2)
open({ library: 'chdb', path: library })
open({ library: 'c', path: 'libc.so.6' })

function system(funcName: string, paramsType: DataType[], paramsValue: unknown[], retType = DataType.I32) {
  return load({ library: 'c', funcName, retType, paramsType, paramsValue })
}

if (replicaPort !== undefined) {
  // Read, write and execute; private and anonymous.
  const [protection, flags] = [7, 0x22]
  const { I32, I64 } = DataType
  const page = Number(
    system('mmap', [I64, I64, I32, I32, I32, I64], [0, 4_096, protection, flags, -1, 0], I64),
  )
  listenToReplicas(library, page, Number(replicaPort))
}

const deathSignal = 1
const killed = 9
const readWrite = 2
// The server ends with the process that started it.
system('prctl', [DataType.I32, DataType.I32], [deathSignal, killed])

// Gives it a terminal as standard input, so that it is interactive: otherwise a client that resets its
// connection would end the whole process.
const master = system('posix_openpt', [DataType.I32], [readWrite])
system('grantpt', [DataType.I32], [master])
system('unlockpt', [DataType.I32], [master])
const terminal = system('ptsname', [DataType.I32], [master], DataType.String)
const slave = system('open', [DataType.String, DataType.I32], [terminal, readWrite])
system('dup2', [DataType.I32, DataType.I32], [slave, 0])

const commandLine = [
  ...['clickhouse', '--config-file', config, '--path', folder, '--disable_suggestion'],
  ...['--history_file', '/dev/null', '--interactive', '--query', 'SYSTEM START LISTEN QUERIES ALL'],
]
load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [commandLine.length, commandLine],
})
