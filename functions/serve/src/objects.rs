use std::path::Path;
use crate::template::Bucket;
#[derive(Clone)]
#[derive(Debug)]
pub struct Objects;
impl Objects {
    pub fn open(_: &Path, _: Vec<Bucket>) -> Result<Self, std::io::Error> { Ok(Self) }
    pub fn service(&self, _: &str, _: &str) -> s3s::service::S3Service { todo!() }
}
