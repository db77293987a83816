/** The folder of the scenarios that are part of the simulator, one JSON file each. */
export const scenarioFolder: URL = new URL("../scenarios/", import.meta.url);
