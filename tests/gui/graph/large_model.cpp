// SPDX-License-Identifier: GPL-3.0-or-later
#include "large_model.h"

#include <onnx/onnx_pb.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <random>

namespace nestwright::test {

namespace {

constexpr std::int64_t kWidth = 64;

class Writer {
public:
    Writer() {
        m_model.set_ir_version(8);
        m_model.add_opset_import()->set_version(17);
        m_model.mutable_graph()->set_name("large");
        describe(*m_model.mutable_graph()->add_input(), "x");
        auto& weight = *m_model.mutable_graph()->add_initializer();
        weight.set_name("w");
        weight.set_data_type(onnx::TensorProto::FLOAT);
        weight.add_dims(kWidth);
        weight.add_dims(kWidth);
        weight.set_raw_data(std::string(kWidth * kWidth * sizeof(float), '\0'));
    }

    std::string add(const char* type, const std::vector<std::string>& inputs) {
        auto& node = *m_model.mutable_graph()->add_node();
        const auto number = std::to_string(m_model.graph().node_size());
        node.set_op_type(type);
        node.set_name("chain/link" + number);
        for (const auto& input : inputs) node.add_input(input);
        node.add_output("t" + number);
        return node.output(0);
    }

    [[nodiscard]] int size() const { return m_model.graph().node_size(); }

    [[nodiscard]] bool write(const std::string& path, const std::string& output) {
        describe(*m_model.mutable_graph()->add_output(), output);
        std::ofstream file(path, std::ios::binary);
        return m_model.SerializeToOstream(&file);
    }

private:
    static void describe(onnx::ValueInfoProto& value, const std::string& name) {
        value.set_name(name);
        auto& type = *value.mutable_type()->mutable_tensor_type();
        type.set_elem_type(onnx::TensorProto::FLOAT);
        for (int i = 0; i < 2; ++i) type.mutable_shape()->add_dim()->set_dim_value(kWidth);
    }

    onnx::ModelProto m_model;
};

} // namespace

bool writeLargeModel(const std::string& path, int operators, bool isRegular) {
    constexpr std::array<const char*, 6> kTypes = {"Relu", "Sigmoid", "Tanh", "Neg", "Abs", "Exp"};
    std::mt19937 random(7);
    const auto any = [&](const char* usual) { return isRegular ? usual : kTypes[random() % kTypes.size()]; };
    Writer writer;
    std::string hidden = "x";
    while (writer.size() + 6 <= operators) {
        const auto product = writer.add("MatMul", {hidden, "w"});
        const auto left = writer.add(any("Relu"), {product});
        const auto right = writer.add(any("Sigmoid"), {product});
        const auto again = writer.add(any("Tanh"), {right});
        const auto joined = writer.add("Mul", {left, again});
        hidden = writer.add("Add", {joined, hidden});
    }
    while (writer.size() < operators) hidden = writer.add("Relu", {hidden});
    return writer.write(path, hidden);
}

} // namespace nestwright::test
