export declare const HOSTS: readonly { document: string; types: string }[];
export declare function typesOf(document: string): Promise<string>;
