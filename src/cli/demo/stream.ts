import { type Device, type DeviceMessage, devices, flapping } from './devices.ts'
import { Random } from './random.ts'

/** Lines a second on average while nothing special happens. */
const baseRate = 40
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * The demo's logs, second by second. The lines of a second depend on the seed and on how many seconds have passed since
 * the stream began, nothing else: the same demo everywhere. Each minute has a burst of denied connections, each second
 * minute a device that repeats itself, now and then a fault.
 */
export class DemoStream {
  readonly #seed: number

  constructor(seed = 1) {
    this.#seed = seed
  }

  /** Syslog lines of the second `index`, stamped with `moment` (Unix seconds) and a rising fraction. */
  linesAt(index: number, moment: number): string[] {
    const random = new Random(this.#seed * 1_000_003 + index)
    const wave = 1 + 0.5 * Math.sin((2 * Math.PI * index) / 600)
    const count = Math.round(baseRate * wave * (0.7 + 0.6 * random.next()))
    const sayings: [Device, string, DeviceMessage][] = []
    for (let i = 0; i < count; i++) {
      const device = pickDevice(random)
      sayings.push([device, random.pickSkewed(device.hosts), random.pickSkewed(device.normal)(random)])
    }
    if (index % 60 >= 40 && index % 60 < 45) {
      const [firewall] = devices
      const deny = firewall.normal.at(-1) ?? firewall.fault
      for (let i = 0; i < baseRate * 2; i++) sayings.push([firewall, firewall.hosts[0], deny(random)])
    }
    if (index % 120 < 30) {
      const { device, saying } = flapping
      for (let i = 0; i < 5; i++) sayings.push([device, device.hosts[0], saying])
    }
    if (random.chance(1 / 20)) {
      const device = random.pick(devices)
      sayings.push([device, random.pick(device.hosts), device.fault(random)])
    }
    return sayings.map(([device, host, saying], i) =>
      formatLine(device, host, saying, moment + i / sayings.length),
    )
  }
}

function pickDevice(random: Random): Device {
  let left = random.next()
  for (const device of devices) {
    left -= device.share
    if (left < 0) return device
  }
  return devices[0]
}

function formatLine(device: Device, host: string, saying: DeviceMessage, moment: number): string {
  const date = new Date(moment * 1000)
  if (device.format === 'rfc3164') {
    const day = String(date.getUTCDate()).padStart(2)
    const stamp = `${monthNames[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)}`
    return `<${saying.priority}>${stamp} ${host} ${saying.tag === '' ? '' : `${saying.tag} `}${saying.message}`
  }
  const [, name = '-', pid = '-'] = /^([^[]*)\[(\d+)\]/.exec(saying.tag) ?? []
  return `<${saying.priority}>1 ${date.toISOString()} ${host} ${name} ${pid} - - ${saying.message}`
}
