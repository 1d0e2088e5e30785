// The search path for system commands; Debian keeps servers outside the path of an ordinary user.

export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin'
