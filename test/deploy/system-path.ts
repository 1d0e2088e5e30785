// Where commands of the system are looked for: Debian keeps servers where the path of an ordinary user does not lead.

export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin'
