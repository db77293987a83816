export { type ClusterLink, type LinkOptions, openLink } from "./cluster-link.js";
export { type Connected, connectNats, type NatsOptions } from "./connection.js";
export { openFeed } from "./feed.js";
export { openFounding } from "./founding.js";
export { type LeaseOptions, openLease } from "./lease.js";
export { openSnapshots } from "./object-snapshots.js";
export { openStreamLog, type StreamNames } from "./stream-log.js";
