/** Folder of the scenarios that come with the simulator, one JSON file each. */
export const scenarioFolder: URL = new URL("../scenarios/", import.meta.url);
