export declare function installBrowsers(print?: (sentence: string) => void): void
export declare function firefoxPath(): string | null
export declare function webKitPath(): string | null
