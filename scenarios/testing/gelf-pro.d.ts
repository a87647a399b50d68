/** What scenarios use of the package, as its README has it. */
declare module 'gelf-pro' {
  type Sent = (error: Error | null, bytes?: number) => void
  interface Sender {
    setConfig(config: {
      adapterName: 'udp' | 'tcp'
      adapterOptions: { host: string; port: number }
      fields?: Record<string, unknown>
    }): Sender
    /** The transport in use; created again from the configuration when there is none. */
    adapter: unknown
    error(message: string, extra: Record<string, unknown>, sent: Sent): void
  }
  const sender: Sender
  export default sender
}
