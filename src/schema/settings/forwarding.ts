import { Type } from 'typebox'

/** Settings of forwarders. */
export const forwardingSettings = {
  forwardAllow: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'hosts',
    title: 'Networks and hosts that forwarders may reach although they are not public',
    description:
      'Addresses, networks (10.1.0.0/16) and host names, separated by commas. Ports of this service are refused always. See [forwarding.md](forwarding.md).',
    default: '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
  }),
}
