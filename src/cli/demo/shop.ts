import { type Device, type MessageGenerator, message, outside } from './messages.ts'

const responded = (status: string) => ({ 'http.response.status_code': status })

const answered = message(
  'local0.info',
  'nginx',
  `${outside} "GET /{|cart|items/17|items/23|search} HTTP/2.0" 200 {300..60000} rt=0.0{10..99}`,
  responded('200'),
)

/** The web shop of the demo's company, with the status of each response as a tag. */
export const shop: Device = {
  kind: 'shop',
  hosts: ['shop-1', 'shop-2', 'shop-3'],
  share: 0.04,
  format: 'rfc5424',
  normal: [
    answered,
    message('local1.info', 'shop', 'order {10000..99999} paid in {40..900} ms', responded('200')),
    message(
      'local0.info',
      'nginx',
      `${outside} "GET /{old|wp-login.php|.env} HTTP/1.1" 404 153 rt=0.00{1..9}`,
      responded('404'),
    ),
  ],
  fault: message(
    'local1.error',
    'shop',
    'payment provider did not answer in {5000..9000} ms, will try again',
  ),
}

/** The host of the incident. */
export const incidentHost = 'shop-2'

/** The warning that the shop's file system is `percent` full. */
export function diskFills(percent: number): MessageGenerator {
  return message('local1.warning', 'diskwatch', `/var/lib/shop is ${percent} % full`)
}

/** The disk is full: once a minute until the shop recovers. */
export const diskIsFull = message(
  'kern.warning',
  'kernel',
  'EXT4-fs warning (device sdb1): ext4_da_write_begin: /var/lib/shop: no space left on device',
)

/** The release that makes the shop write each order to the full disk. */
export const deployed = message('local1.notice', 'deploy', 'deploy of shop 2.14.1 finished on 3 hosts', {
  deploy: 'shop 2.14.1',
})

/** A request that fails: what the web server logs, and what the shop logs. */
export const failures: readonly MessageGenerator[] = [
  message(
    'local0.info',
    'nginx',
    `${outside} "POST /checkout HTTP/2.0" 500 {180..220} rt=0.0{10..99}`,
    responded('500'),
  ),
  message(
    'local1.error',
    'shop',
    'order {10000..99999} not saved: /var/lib/shop/orders: no space left on device',
    responded('500'),
  ),
]
