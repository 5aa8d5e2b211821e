/** Names that Windows reserves. They are rejected on every system, since a file may be copied to Windows. */

/** Matches the name of a device, with any extension. */
export const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
